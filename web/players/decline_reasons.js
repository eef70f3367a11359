// The reasons that the page offers for declining a challenge. Programs may send others.

export const DECLINE_REASONS = /** @type {const} */ (['generic', 'later', 'too_fast', 'too_slow', 'time_control', 'rated', 'casual', 'standard', 'variant']);
