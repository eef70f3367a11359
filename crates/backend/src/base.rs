//! What every other layer needs: time, random numbers, identifiers, settings,
//! queues and limits. Nothing here knows about games or people.

mod address;
mod bus;
mod byte_budget;
pub mod clock;
mod current_limits;
mod cut_off;
mod fair_work_limit;
mod http_client;
mod http_connection;
mod id;
pub mod ignore;
mod language;
mod log_limit;
pub mod metrics;
pub mod random;
mod rate_limit;
pub mod rating;
mod settings;
mod shared_time;
mod spawn;
mod stop;
mod store_monitor;
mod thread_priority;
mod work_queue;

pub use address::{Address, AddressRange, ParseAddressRangeError};
pub use bus::{Bus, BusError, Subscription, Topic};
pub use byte_budget::{ByteBudget, ByteShare};
pub use clock::Clock;
pub use current_limits::CurrentLimits;
pub use cut_off::CutOff;
pub use fair_work_limit::{FairWorkLimit, WorkError};
pub use http_client::{HttpClient, RequestError};
pub use http_connection::serve_http;
pub use id::{
    ChallengeId, GameId, LinkId, NodeId, ParseGameIdError, PlayerId, TokenId, TournamentId,
};
pub use language::Language;
pub use log_limit::LogLimit;
pub use rate_limit::{KeyedRateLimit, RateLimit, ServerTime};
pub use settings::{BusSettings, Database, MailSettings, ProviderSettings, Settings};
pub use shared_time::{ClockReading, SharedTime};
pub use spawn::spawn;
pub use stop::{Stop, StopSignal};
pub use store_monitor::StoreMonitor;
pub(crate) use thread_priority::lower_thread_priority;
pub(crate) use work_queue::{Ticket, WorkQueue};
