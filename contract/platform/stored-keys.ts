/** The categories of consent. Source: the specification, section 3. */
type Category = 'necessary' | 'analytics' | 'marketing' | 'functional'

/** Something stored in the browser: its purpose, how long it stays, and which consent it needs. */
export type Stored = {
  category: Category
  /** `tab` ends with the tab; cookies, caches and databases are not written through `stored.ts`. */
  where: 'browser' | 'tab' | 'cookie' | 'cache' | 'database'
  /** The text for the privacy page. */
  purpose: string
  until: string
}

const UNTIL_SIGN_OUT = 'until you sign out'

/**
 * Everything that is stored in the browser, by its name there. The code stores nothing else (`test/stored-keys.test.ts`), and the privacy
 * page lists these. Names with a version number change with the shape of their content, so that an older one is never read.
 */
export const STORED = {
  authToken: {
    category: 'necessary',
    where: 'browser',
    purpose: 'keeps you signed in, together with the cookie below',
    until: UNTIL_SIGN_OUT,
  },
  paddock_session: {
    category: 'necessary',
    where: 'cookie',
    purpose: 'a cookie that scripts cannot read; shows photos and documents to you only',
    until: UNTIL_SIGN_OUT,
  },
  paddock_device: {
    category: 'necessary',
    where: 'cookie',
    purpose:
      'a cookie that scripts cannot read; records that you signed in on this browser before, so that nobody who guesses passwords elsewhere can lock you out, and shows our team when two accounts use one browser',
    until: '400 days after you last signed in',
  },
  'cookie-consent': {
    category: 'necessary',
    where: 'browser',
    purpose: 'your choice about these categories',
    until: UNTIL_SIGN_OUT,
  },
  language: {
    category: 'necessary',
    where: 'browser',
    purpose: 'the language, if you chose one',
    until: UNTIL_SIGN_OUT,
  },
  'reloaded-for-build': {
    category: 'necessary',
    where: 'tab',
    purpose: 'keeps a page that was updated from reloading more than once',
    until: 'until you close the tab',
  },
  'paddock-…': {
    category: 'necessary',
    where: 'cache',
    purpose:
      'a copy of the page itself, so that it starts without a connection; it never holds answers about your account or your bids',
    until: 'until the next version, or until you sign out',
  },
  'photos-to-send': {
    category: 'necessary',
    where: 'database',
    purpose: 'for our team: photos of vehicles taken with this device that aren’t uploaded yet',
    until: 'until each is uploaded or deleted',
  },
  theme: {
    category: 'functional',
    where: 'browser',
    purpose: 'light or dark, if you chose one',
    until: UNTIL_SIGN_OUT,
  },
  'install-dismissed': {
    category: 'functional',
    where: 'browser',
    purpose: 'that you don’t want to install our app',
    until: UNTIL_SIGN_OUT,
  },
  'company-terms-4': {
    category: 'functional',
    where: 'browser',
    purpose: 'the fees and increments you saw last, to show them sooner',
    until: UNTIL_SIGN_OUT,
  },
  'bid-alarms': {
    category: 'functional',
    where: 'browser',
    purpose: 'whether an alarm sounds when you are outbid',
    until: UNTIL_SIGN_OUT,
  },
  'calendar-zone': {
    category: 'functional',
    where: 'browser',
    purpose: 'the time zone you chose for the calendar',
    until: UNTIL_SIGN_OUT,
  },
  'shipping-destination': {
    category: 'functional',
    where: 'browser',
    purpose: 'the place of your last shipping estimate',
    until: UNTIL_SIGN_OUT,
  },
  'seen-lots-1': {
    category: 'functional',
    where: 'browser',
    purpose: 'the lots you looked at last, to list them while you’re offline',
    until: UNTIL_SIGN_OUT,
  },
  'compared-lots': {
    category: 'functional',
    where: 'tab',
    purpose: 'the lots you chose to compare',
    until: 'until you close the tab',
  },
  referral: {
    category: 'marketing',
    where: 'browser',
    purpose: 'the code and channel of the referral link you opened, to fill it in when you register',
    until: 'until you register or sign out',
  },
  'marketing-ticks': {
    category: 'functional',
    where: 'browser',
    purpose: 'the steps you checked off in the marketing checklists',
    until: UNTIL_SIGN_OUT,
  },
} as const satisfies Record<string, Stored>

/** What is read and written by its name. */
export type StoredName = {
  [Name in keyof typeof STORED]: (typeof STORED)[Name]['where'] extends 'browser' | 'tab' ? Name : never
}[keyof typeof STORED]
