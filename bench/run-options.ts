/** `quick`: under a minute. `smoke`: as short as it gets, for machines that others use too: void where an invariant is broken, no matter how fast. */
export type RunOptions = { quick: boolean; smoke: boolean }
