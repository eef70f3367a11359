//! Administration: players, bans, reports, links, the policy of the server.

mod accounts;
mod audit;
mod bans;
mod links;
mod reports;
mod server;

pub use accounts::{
    AccountRole, AdminPlayer, AdminPlayerDetail, AdminPlayerList, CloseAccount, ClosedAccount,
    PlayerChange,
};
pub use audit::{AuditList, AuditView};
pub use bans::{BanKind, BanList, BanView, NewBan};
pub use links::{CreatedLink, InvitationView, LinkToken, NewInvitation, SignUp};
pub use reports::{
    AdminChatLine, EndGame, HandleReport, NewReport, ReportList, ReportReason, ReportState,
    ReportView,
};
pub use server::{BackupView, Limits, ServerPolicy, ServerView, SignUpPolicy};
