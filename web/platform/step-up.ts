import type { RequestError } from './request-error.ts'

/** What a person gives to prove again who they are. */
export type Proof = 'code' | 'password'

type Ask = (proof: Proof) => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** The page that can ask for a proof says so, and takes it back with null. */
export function askForProofBy(by: Ask | null): void {
  ask = by
}

/**
 * Where a request was refused because it needs a fresh proof, has the person give one; false: it needs none, nobody can ask, or they
 * gave none. Requests that need it at the same time ask once.
 */
export async function proven({ code, details }: RequestError): Promise<boolean> {
  if (code !== 'factor-required' || ask === null) return false
  asking ??= ask(details['how'] === 'code' ? 'code' : 'password').finally(() => (asking = null))
  return asking
}
