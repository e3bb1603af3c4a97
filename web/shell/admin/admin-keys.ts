export type KeyGroup = { title: string | null; keys: [keys: string[], what: string][] }

/** The keys of the administration, by where they work. */
export const ADMIN_KEYS: KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      [['G'], 'Go to page'],
      [['/'], 'Search the list'],
      [['F8'], 'Go to notification'],
      [['Esc'], 'Close dialog or panel'],
      [['?'], 'Keyboard shortcuts'],
    ],
  },
  {
    title: 'Live auction',
    keys: [
      [['F'], 'Fair warning'],
      [['H'], 'Sell to high bidder'],
      [['P'], 'Pass lot'],
      [['C'], 'Pause or resume clock'],
      [['B'], 'Enter a client’s bid'],
      [['M'], 'Send a message'],
    ],
  },
  {
    title: 'Verifications',
    keys: [
      [['J', 'K'], 'Next or previous person'],
      [['R'], 'Reason'],
    ],
  },
]
