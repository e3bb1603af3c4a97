/** The categories of consent. Source: the specification, section 3. */
type Category = 'necessary' | 'analytics' | 'marketing' | 'functional'

/** Something stored in the browser, and which consent it needs. */
type Stored = {
  category: Category
  /** `tab` ends with the tab; cookies, caches and databases are not written through `stored.ts`. */
  where: 'browser' | 'tab' | 'cookie' | 'cache' | 'database'
}

/**
 * Everything that is stored in the browser, by its name there. The code stores nothing else (`test/stored-keys.test.ts`), and the privacy
 * page lists these. Names with a version number change with the shape of their content, so that an older one is never read.
 */
export const STORED = {
  authToken: { category: 'necessary', where: 'browser' },
  paddock_session: { category: 'necessary', where: 'cookie' },
  paddock_device: { category: 'necessary', where: 'cookie' },
  'cookie-consent': { category: 'necessary', where: 'browser' },
  language: { category: 'necessary', where: 'browser' },
  'reloaded-for-build': { category: 'necessary', where: 'tab' },
  'paddock-…': { category: 'necessary', where: 'cache' },
  'photos-to-send': { category: 'necessary', where: 'database' },
  theme: { category: 'functional', where: 'browser' },
  'install-dismissed': { category: 'functional', where: 'browser' },
  'company-terms-4': { category: 'functional', where: 'browser' },
  'bid-alarms': { category: 'functional', where: 'browser' },
  'calendar-zone': { category: 'functional', where: 'browser' },
  'shipping-destination': { category: 'functional', where: 'browser' },
  'seen-lots-1': { category: 'functional', where: 'browser' },
  'compared-lots': { category: 'functional', where: 'tab' },
  referral: { category: 'marketing', where: 'browser' },
  'marketing-ticks': { category: 'functional', where: 'browser' },
} as const satisfies Record<string, Stored>

/** What is read and written by its name. */
export type StoredName = {
  [Name in keyof typeof STORED]: (typeof STORED)[Name]['where'] extends 'browser' | 'tab' ? Name : never
}[keyof typeof STORED]

const UNTIL_SIGN_OUT = 'until you sign out'

/** What the privacy page says about each: its purpose, and how long it stays. Apart, so that no script of the page carries it. */
export const STORED_WORDS: Record<keyof typeof STORED, { purpose: string; until: string }> = {
  authToken: {
    purpose: 'keeps you signed in, together with the cookie below',
    until: UNTIL_SIGN_OUT,
  },
  paddock_session: {
    purpose: 'a cookie that scripts cannot read; shows photos and documents to you only',
    until: UNTIL_SIGN_OUT,
  },
  paddock_device: {
    purpose:
      'a cookie that scripts cannot read; records that you signed in on this browser before, so that nobody who guesses passwords elsewhere can lock you out, and shows our team when two accounts use one browser',
    until: '400 days after you last signed in',
  },
  'cookie-consent': {
    purpose: 'your choice about these categories',
    until: UNTIL_SIGN_OUT,
  },
  language: {
    purpose: 'the language, if you chose one',
    until: UNTIL_SIGN_OUT,
  },
  'reloaded-for-build': {
    purpose: 'keeps a page that was updated from reloading more than once',
    until: 'until you close the tab',
  },
  'paddock-…': {
    purpose:
      'a copy of the page itself, so that it starts without a connection; it never holds answers about your account or your bids',
    until: 'until the next version, or until you sign out',
  },
  'photos-to-send': {
    purpose: 'for our team: photos of vehicles taken with this device that aren’t uploaded yet',
    until: 'until each is uploaded or deleted',
  },
  theme: {
    purpose: 'light or dark, if you chose one',
    until: UNTIL_SIGN_OUT,
  },
  'install-dismissed': {
    purpose: 'that you don’t want to install our app',
    until: UNTIL_SIGN_OUT,
  },
  'company-terms-4': {
    purpose: 'the fees and increments you saw last, to show them sooner',
    until: UNTIL_SIGN_OUT,
  },
  'bid-alarms': {
    purpose: 'whether an alarm sounds when you are outbid',
    until: UNTIL_SIGN_OUT,
  },
  'calendar-zone': {
    purpose: 'the time zone you chose for the calendar',
    until: UNTIL_SIGN_OUT,
  },
  'shipping-destination': {
    purpose: 'the place of your last shipping estimate',
    until: UNTIL_SIGN_OUT,
  },
  'seen-lots-1': {
    purpose: 'the lots you looked at last, to list them while you’re offline',
    until: UNTIL_SIGN_OUT,
  },
  'compared-lots': {
    purpose: 'the lots you chose to compare',
    until: 'until you close the tab',
  },
  referral: {
    purpose: 'the code and channel of the referral link you opened, to fill it in when you register',
    until: 'until you register or sign out',
  },
  'marketing-ticks': {
    purpose: 'the steps you checked off in the marketing checklists',
    until: UNTIL_SIGN_OUT,
  },
}
