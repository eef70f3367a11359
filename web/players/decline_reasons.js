// Why people decline challenges. Programs have more reasons.

export const DECLINE_REASONS = /** @type {const} */ (['generic', 'later', 'too_fast', 'too_slow', 'time_control', 'rated', 'casual', 'standard', 'variant']);
