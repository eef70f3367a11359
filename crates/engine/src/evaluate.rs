//! Static evaluation: the value of a position without searching. A network evaluates
//! chess, together with what is known about endings; Saktris has an evaluation of its
//! own.

mod endings;
mod evaluation_report;
mod evaluator;
mod masks;
mod saktris;

pub use evaluation_report::EvaluationReport;
pub use evaluator::Evaluator;
pub(crate) use evaluator::prepare;
