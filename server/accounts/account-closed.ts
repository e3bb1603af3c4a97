/** Told in the transaction that closes an account: later rooms delete what they hold of the person and need not keep. */
export const ACCOUNT_CLOSED = 'account-closed'
