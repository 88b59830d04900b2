/**
 * As far as clocks of timestamp authorities may be ahead of the station's, whose own one may be behind. Whoever verifies
 * relies on no timestamp of later, and whoever signs takes none that is further away.
 */
export const MAX_CLOCK_DIFFERENCE_MILLISECONDS = 5 * 60 * 1000;
