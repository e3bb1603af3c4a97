import { refuse, type Refusal } from '#server/platform/problem.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

/** The hash to keep of a password somebody chose. Refuses `password-too-common`. */
export async function choosePassword(
  password: string,
  { email, name }: { email: string; name: string },
): Promise<string | Refusal> {
  if (isCommonPassword(password, [email.split('@')[0] ?? '', name]))
    return refuse('password-too-common', 'This password is among the first that are tried. Choose another.')
  return hashPassword(password)
}
