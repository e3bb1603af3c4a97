import * as z from 'zod/mini'
import { LANGUAGE_CODES } from '../platform/languages.ts'
import { oneLine } from '../platform/values.ts'
import { REFERRAL_CHANNELS } from './referral-channels.ts'

/** What people enter about themselves and to prove who they are, apart from the endpoints: only pages with these forms load it. */

export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter an email address, such as name@example.com.'))

/** Any characters; the server also refuses the common ones. */
export const Password = z
  .string()
  .check(z.minLength(12, 'Use at least 12 characters.'), z.maxLength(200, 'Use at most 200 characters.'))

export const Phone = z
  .string()
  .check(z.trim(), z.regex(/^\+?[0-9 ()./-]{6,30}$/, 'Enter a phone number with its country code.'))

export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country.'))

/** The current password, repeated before a sensitive action. */
export const GivenPassword = z.string().check(z.minLength(1, 'Enter your password.'), z.maxLength(200))

/** Six digits of an authenticator app, or a recovery code; spaces and dashes as people write them. */
export const FactorCode = z
  .string()
  .check(z.trim(), z.minLength(6, 'Enter the six digits, or a recovery code.'), z.maxLength(40))

export const PersonName = z.string().check(z.trim(), z.minLength(2, 'Enter your full name.'), z.maxLength(120), oneLine)

export const ReferralChannel = z.enum(
  REFERRAL_CHANNELS,
  `This isn’t a referral channel that we know. Use one of: ${REFERRAL_CHANNELS.join(', ')}.`,
)

export const Registration = z.object({
  email: Email,
  password: Password,
  name: PersonName,
  phone: Phone,
  country: Country,
  /** The language of the page they registered on. */
  language: z.optional(z.enum(LANGUAGE_CODES)),
  acceptTerms: z.literal(true, 'Accept the terms to register.'),
  referralCode: z.optional(z.string().check(z.maxLength(40))),
  /** Where the person found the referral link. */
  referralChannel: z.optional(ReferralChannel),
})
export type Registration = z.infer<typeof Registration>

export const LogIn = z.object({
  email: Email,
  password: GivenPassword,
  /** Required if the account has a second factor; without it the answer is 401 `second-factor-required`. */
  code: z.optional(FactorCode),
})
export type LogIn = z.infer<typeof LogIn>

/** A secret that was sent by email. */
export const LinkToken = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'This link isn’t complete. Copy all of it from the email.'))

/** Where to send a link. */
export const LinkTo = z.object({ email: Email })

export const PasswordReset = z.object({ token: LinkToken, password: Password })

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most), oneLine)
const neededLine = (most: number, words: string) =>
  z.string().check(z.trim(), z.minLength(1, words), z.maxLength(most), oneLine)

export const AddressInput = z.object({
  recipient: neededLine(120, 'Enter the recipient’s name.'),
  company: line(120),
  street: neededLine(160, 'Enter the street address.'),
  extra: line(160),
  postcode: line(20),
  city: neededLine(120, 'Enter the city.'),
  region: line(120),
  country: Country,
  /** The invoice address; at most one. */
  forInvoices: z.boolean(),
})
export type AddressInput = z.infer<typeof AddressInput>

export const PasswordChange = z.object({ currentPassword: GivenPassword, password: Password })

export const EmailChange = z.object({ email: Email, currentPassword: GivenPassword })

export const GivenAgain = z.object({ currentPassword: GivenPassword })

export const FactorConfirmation = z.object({ code: FactorCode })

export const PasswordAndCode = z.object({ currentPassword: GivenPassword, code: FactorCode })
