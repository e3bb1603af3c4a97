import { refuse, type Refusal } from '#server/platform/problem.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

type Owner = { email: string; name: string }

/** `password-too-common`, or null for a password that can be chosen. Costs next to nothing: no hash is made. */
export function refuseCommon(password: string, { email, name }: Owner): Refusal | null {
  if (!isCommonPassword(password, [email.split('@')[0] ?? '', name])) return null
  return refuse('password-too-common', 'This password is too common. Choose another one.')
}

/** The hash to store for a chosen password. Refuses `password-too-common`. */
export async function choosePassword(password: string, owner: Owner): Promise<string | Refusal> {
  return refuseCommon(password, owner) ?? hashPassword(password)
}
