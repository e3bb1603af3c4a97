import { t } from '#web/platform/language/text.ts'

export type KeyGroup = { title: string | null; keys: [keys: string[], what: string][] }

/** The keys of the administration, by where they work. Asked for there, when the texts of staff are loaded: the list of keys is on any page. */
export const adminKeys = (): KeyGroup[] => [
  {
    title: t`Everywhere`,
    keys: [
      [['G'], t`Go to page`],
      [['/'], t`Search the list`],
      [['F8'], t`Go to notification`],
      [[t`Esc`], t`Close dialog or panel`],
      [['?'], t`Keyboard shortcuts`],
    ],
  },
  {
    title: t`Live auction`,
    keys: [
      [['F'], t`Fair warning`],
      [['H'], t`Sell to high bidder`],
      [['P'], t`Pass lot`],
      [['C'], t`Pause or resume clock`],
      [['B'], t`Enter a client’s bid`],
      [['M'], t`Send a message`],
    ],
  },
  {
    title: t`Verifications`,
    keys: [
      [['J', 'K'], t`Next or previous person`],
      [['R'], t`Reason`],
    ],
  },
]
