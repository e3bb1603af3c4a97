/** An amount in integer minor units (cents) of the auction's currency. Never a fraction, never a string. */
export type Money = number

/** The largest amount the engine accepts: far below the safe-integer limit, far above the price of any vehicle. */
export const MONEY_MAX: Money = 1_000_000_000_000

/** True for an integer from 0 to {@link MONEY_MAX}. */
export function isMoney(value: unknown): value is Money {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MONEY_MAX
}
