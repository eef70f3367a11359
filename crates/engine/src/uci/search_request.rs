use std::sync::Arc;

use arbiter_rules::PlayedLine;

use super::search_handle::SearchHandle;
use crate::{EngineSettings, Limits, Strength};

/// A search to run.
pub(super) struct SearchRequest {
    pub line: PlayedLine,
    pub limits: Limits,
    pub handle: Arc<SearchHandle>,
    pub settings: EngineSettings,
    pub strength: Strength,
    pub shows_wdl: bool,
}
