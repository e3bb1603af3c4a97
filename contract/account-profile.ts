import * as z from 'zod/mini'
import { Country, Email, FactorCode, GivenPassword, Password, Phone } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Ok, oneLine } from './values.ts'

/** What a person keeps about himself beside `User`, and how the account is secured. Everything serious asks for the password again. */

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most), oneLine)
const neededLine = (most: number, words: string) =>
  z.string().check(z.trim(), z.minLength(1, words), z.maxLength(most), oneLine)

export const AddressInput = z.object({
  recipient: neededLine(120, 'Write who receives it.'),
  company: line(120),
  street: neededLine(160, 'Write street and number.'),
  extra: line(160),
  postcode: line(20),
  city: neededLine(120, 'Write the town.'),
  region: line(120),
  country: Country,
  /** The one that invoices are made out to; one address at most. */
  forInvoices: z.boolean(),
})
export type AddressInput = z.infer<typeof AddressInput>

export const Address = z.object({ id: Id, ...AddressInput.shape })
export type Address = z.infer<typeof Address>

export const Profile = z.object({
  addresses: z.array(Address),
  /** The new address that waits for its confirmation. */
  pendingEmail: z.nullable(z.string()),
  passwordChangedAt: z.nullable(Instant),
  secondFactor: z.object({
    since: z.nullable(Instant),
    recoveryCodesLeft: z.int(),
    /** Staff outside the demo may not switch it off. */
    obligatory: z.boolean(),
  }),
})
export type Profile = z.infer<typeof Profile>

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  access: 'member',
  summary: 'Addresses, pending changes and the state of the account’s security',
  reply: Profile,
})

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/profile',
  access: 'member',
  summary: 'Change phone number or country',
  body: z.object({ phone: z.optional(Phone), country: z.optional(Country) }),
  reply: Ok,
})

export const addAddress = endpoint({
  method: 'POST',
  path: '/api/profile/addresses',
  access: 'member',
  summary: 'Keep an address; ten at most',
  body: AddressInput,
  reply: Address,
  status: 201,
  rejections: ['too-many-addresses'],
})

export const changeAddress = endpoint({
  method: 'PUT',
  path: '/api/profile/addresses/:addressId',
  access: 'member',
  summary: 'Replace an address',
  params: z.object({ addressId: Id }),
  body: AddressInput,
  reply: Address,
})

export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/api/profile/addresses/:addressId',
  access: 'member',
  summary: 'Forget an address',
  params: z.object({ addressId: Id }),
  reply: null,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/password',
  access: 'member',
  summary: 'Change the password; all other sessions end',
  body: z.object({ currentPassword: GivenPassword, password: Password }),
  reply: Ok,
  rejections: ['wrong-password', 'password-too-common'],
})

export const askEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-changes',
  access: 'member',
  summary: 'Send a link to a new address; the account moves to it when the link is opened',
  body: z.object({ email: Email, currentPassword: GivenPassword }),
  reply: Ok,
  status: 202,
  rejections: ['wrong-password', 'same-address'],
})

export const OpenSession = z.object({
  id: Id,
  /** The one that asks. */
  current: z.boolean(),
  /** Such as "Firefox on Windows". */
  device: z.string(),
  address: z.nullable(z.string()),
  createdAt: Instant,
  /** To the hour. */
  lastSeenAt: Instant,
})
export type OpenSession = z.infer<typeof OpenSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'member',
  summary: 'Where one is logged in',
  reply: z.object({ items: z.array(OpenSession) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  access: 'member',
  summary: 'End one of one’s sessions',
  params: z.object({ sessionId: Id }),
  reply: null,
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'member',
  summary: 'Log out everywhere, here too',
  reply: null,
})

/** For an authenticator app. The secret is shown once and counts only after a code of it was given. */
export const Enrolment = z.object({
  /** Base 32, for typing in. */
  secret: z.string(),
  /** `otpauth://…`, for opening an app on the same device. */
  uri: z.string(),
  /** An SVG picture of the same as a `data:` URL. */
  qr: z.string(),
})
export type Enrolment = z.infer<typeof Enrolment>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const startEnrolment = endpoint({
  method: 'POST',
  path: '/api/second-factor/enrolments',
  access: 'member',
  summary: 'Begin to set up a second factor',
  body: z.object({ currentPassword: GivenPassword }),
  reply: Enrolment,
  status: 201,
  rejections: ['wrong-password', 'already-on', 'email-not-confirmed'],
})

export const confirmEnrolment = endpoint({
  method: 'POST',
  path: '/api/second-factor',
  access: 'member',
  summary:
    'Switch the second factor on with a first code; all other sessions end. The recovery codes are shown this once',
  body: z.object({ code: FactorCode }),
  reply: RecoveryCodes,
  rejections: ['wrong-code', 'already-on', 'no-enrolment'],
})

const PasswordAndCode = z.object({ currentPassword: GivenPassword, code: FactorCode })

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  access: 'member',
  summary: 'Make new recovery codes; the old ones end',
  body: PasswordAndCode,
  reply: RecoveryCodes,
  rejections: ['wrong-password', 'wrong-code', 'not-on'],
})

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/removals',
  access: 'member',
  summary: 'Switch the second factor off',
  body: PasswordAndCode,
  reply: Ok,
  rejections: ['wrong-password', 'wrong-code', 'not-on', 'second-factor-obligatory'],
})

export const exportData = endpoint({
  method: 'POST',
  path: '/api/profile/exports',
  access: 'member',
  summary: 'Everything the house holds about the person, as a JSON file',
  body: z.object({ currentPassword: GivenPassword }),
  reply: null,
  media: 'application/json',
  rejections: ['wrong-password'],
})

export const closeAccount = endpoint({
  method: 'POST',
  path: '/api/account-closings',
  access: 'member',
  summary: 'Close the account for good: personal data goes, paddle number and ledgers stay',
  body: z.object({ currentPassword: GivenPassword, code: z.optional(FactorCode) }),
  reply: Ok,
  rejections: ['wrong-password', 'wrong-code', 'code-required', 'account-in-use', 'staff-account'],
})

/** After it this session may do for ten minutes what asks for a fresh proof (`Endpoint.stepUp`). */
export const confirmItIsYou = endpoint({
  method: 'POST',
  path: '/api/confirmations',
  access: 'staff',
  summary: 'Prove again who one is: by a code of the second factor, or by the password where there is none',
  body: z.object({ code: z.optional(FactorCode), password: z.optional(GivenPassword) }),
  reply: Ok,
  rejections: ['wrong-code', 'wrong-password'],
})
