use crate::Span;

/// All that one side's clock shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The time: of the period, of the main time, or of the byo-yomi period or
    /// the overtime that now runs.
    pub time: Span,
    /// What is left of the simple delay before the time runs.
    pub delay: Span,
    /// The moves to make until more time is added; none if none will be.
    pub moves: Option<u16>,
    /// The byo-yomi periods left, the running one among them; none if this
    /// clock has no byo-yomi.
    pub periods: Option<u16>,
    /// How many periods were completed. In byo-yomi and Canadian overtime
    /// it is 1, in the main time before it 0.
    pub stage: u16,
}
