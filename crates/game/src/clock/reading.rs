use crate::Span;

/// Everything that one side's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The time left: in the period, in the main time, or in the current byo-yomi
    /// period or overtime.
    pub time: Span,
    /// The part of the simple delay that is left before the time runs.
    pub delay: Span,
    /// The moves to make before more time is added. `None` if none will be.
    pub moves: Option<u16>,
    /// The byo-yomi periods left, including the running one. `None` without
    /// byo-yomi.
    pub periods: Option<u16>,
    /// The number of completed periods. In byo-yomi and Canadian overtime it is
    /// 1, and in the main time before them 0.
    pub stage: u16,
}
