import * as z from 'zod/mini'
import {
  AddressInput,
  Country,
  EmailChange,
  FactorCode,
  FactorConfirmation,
  GivenAgain,
  GivenPassword,
  PasswordAndCode,
  PasswordChange,
  Phone,
} from './account-inputs.ts'
import { LANGUAGE_CODES } from '../platform/languages.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant, Ok } from '../platform/values.ts'

/** Profile data beyond `User`, and account security. Sensitive changes ask for the password again. */

export const Address = z.object({ id: Id, ...AddressInput.shape })
export type Address = z.infer<typeof Address>

export const Profile = z.object({
  addresses: z.array(Address),
  /** The new email that isn’t confirmed yet. */
  pendingEmail: z.nullable(z.string()),
  passwordChangedAt: z.nullable(Instant),
  secondFactor: z.object({
    since: z.nullable(Instant),
    recoveryCodesLeft: z.int(),
    /** Staff outside the demo can't turn it off. */
    obligatory: z.boolean(),
  }),
})
export type Profile = z.infer<typeof Profile>

export const readProfile = endpoint({
  method: 'GET',
  path: '/api/profile',
  access: 'member',
  summary: 'Your addresses, pending changes and account security status',
  reply: Profile,
})

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/profile',
  access: 'member',
  summary: 'Change your phone number, country or language',
  body: z.object({
    phone: z.optional(Phone),
    country: z.optional(Country),
    language: z.optional(z.enum(LANGUAGE_CODES)),
  }),
  reply: Ok,
})

export const addAddress = endpoint({
  method: 'POST',
  path: '/api/profile/addresses',
  access: 'member',
  summary: 'Add an address; ten at most',
  body: AddressInput,
  reply: Address,
  status: 201,
  rejections: ['too-many-addresses'],
})

export const changeAddress = endpoint({
  method: 'PUT',
  path: '/api/profile/addresses/:addressId',
  access: 'member',
  summary: 'Update an address',
  params: z.object({ addressId: Id }),
  body: AddressInput,
  reply: Address,
})

export const removeAddress = endpoint({
  method: 'DELETE',
  path: '/api/profile/addresses/:addressId',
  access: 'member',
  summary: 'Delete an address',
  params: z.object({ addressId: Id }),
  reply: null,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/password',
  access: 'member',
  summary: 'Change your password; this ends all other sessions',
  body: PasswordChange,
  reply: Ok,
  rejections: ['wrong-password', 'password-too-common'],
})

export const askEmailChange = endpoint({
  method: 'POST',
  path: '/api/email-changes',
  access: 'member',
  summary: 'Send a confirmation link to a new email; the account changes to it when the link is opened',
  body: EmailChange,
  reply: Ok,
  status: 202,
  rejections: ['wrong-password', 'same-address'],
})

export const OpenSession = z.object({
  id: Id,
  /** The session of this request. */
  current: z.boolean(),
  /** Such as "Firefox on Windows". */
  device: z.string(),
  address: z.nullable(z.string()),
  createdAt: Instant,
  /** Rounded to the hour. */
  lastSeenAt: Instant,
})
export type OpenSession = z.infer<typeof OpenSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'member',
  summary: 'List your sessions',
  reply: z.object({ items: z.array(OpenSession) }),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:sessionId',
  access: 'member',
  summary: 'End one of your sessions',
  params: z.object({ sessionId: Id }),
  reply: null,
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'member',
  summary: 'Sign out everywhere, including here',
  reply: null,
})

/** For an authenticator app. The secret is shown once and takes effect only after a code from it was entered. */
export const Enrolment = z.object({
  /** Base 32, for typing in. */
  secret: z.string(),
  /** `otpauth://…`, for opening an app on the same device. */
  uri: z.string(),
  /** The same as an SVG QR code in a `data:` URL. */
  qr: z.string(),
})
export type Enrolment = z.infer<typeof Enrolment>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const startEnrolment = endpoint({
  method: 'POST',
  path: '/api/second-factor/enrolments',
  access: 'member',
  summary: 'Start setting up a second factor',
  body: GivenAgain,
  reply: Enrolment,
  status: 201,
  rejections: ['wrong-password', 'already-on', 'email-not-confirmed'],
})

export const confirmEnrolment = endpoint({
  method: 'POST',
  path: '/api/second-factor',
  access: 'member',
  summary:
    'Turn on the second factor with a first code; this ends all other sessions. The recovery codes are shown only once',
  body: FactorConfirmation,
  reply: RecoveryCodes,
  rejections: ['wrong-code', 'already-on', 'no-enrolment'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/second-factor/recovery-codes',
  access: 'member',
  summary: 'Create new recovery codes; the old ones stop working',
  body: PasswordAndCode,
  reply: RecoveryCodes,
  rejections: ['wrong-password', 'wrong-code', 'not-on'],
})

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/api/second-factor/removals',
  access: 'member',
  summary: 'Turn off the second factor',
  body: PasswordAndCode,
  reply: Ok,
  rejections: ['wrong-password', 'wrong-code', 'not-on', 'second-factor-obligatory'],
})

export const exportData = endpoint({
  method: 'POST',
  path: '/api/profile/exports',
  access: 'member',
  summary: 'Download all the data we store about you, as a JSON file',
  body: z.object({ currentPassword: GivenPassword }),
  reply: null,
  media: 'application/json',
  rejections: ['wrong-password'],
})

export const closeAccount = endpoint({
  method: 'POST',
  path: '/api/account-closings',
  access: 'member',
  summary: 'Close your account permanently: personal data is deleted; the paddle number and the ledgers stay',
  body: z.object({ currentPassword: GivenPassword, code: z.optional(FactorCode) }),
  reply: Ok,
  rejections: ['wrong-password', 'wrong-code', 'code-required', 'account-in-use', 'staff-account'],
})

/** Afterwards this session may call endpoints with `Endpoint.stepUp` for ten minutes. */
export const confirmItIsYou = endpoint({
  method: 'POST',
  path: '/api/confirmations',
  access: 'staff',
  summary: 'Confirm your identity again with a second-factor code, or with your password if you have no second factor',
  body: z.object({ code: z.optional(FactorCode), password: z.optional(GivenPassword) }),
  reply: Ok,
  rejections: ['wrong-code', 'wrong-password'],
})
