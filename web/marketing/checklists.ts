import { t } from '#web/platform/language/text.ts'
import type { Piece } from '#contract/marketing/pieces.ts'

/** `pieces`: downloads that the step needs; `tool`: the section of the marketing tools with what it needs. */
type Step = { id: string; text: string; pieces?: Piece[]; tool?: { section: string; label: string } }

export type Checklist = { id: string; title: string; why: string; steps: Step[] }

const POSTS = { section: 'posts', label: t`Sample posts` }

/** What a member can do for little money, ordered by effort. */
export const CHECKLISTS: Checklist[] = [
  {
    id: 'afternoon',
    title: t`One afternoon, no money`,
    why: t`People trust someone they know. Start with friends who would ask you anyway.`,
    steps: [
      { id: 'three-people', text: t`Write to three people who need a car, each by name.`, tool: POSTS },
      { id: 'signature', text: t`Add the line from the sample posts to your email signature.`, tool: POSTS },
      { id: 'status', text: t`Share one lot you like, and say why in a sentence.` },
      { id: 'answer', text: t`Answer every question the same day.` },
    ],
  },
  {
    id: 'club',
    title: t`A month with your club or forum`,
    why: t`One honest story about a purchase convinces more than ten recommendations.`,
    steps: [
      { id: 'rules', text: t`Read the forum’s rules about links. If they’re unclear, ask a moderator.` },
      { id: 'story', text: t`Tell how you bought one car: what the report said, what you found and the total cost.` },
      {
        id: 'photos',
        text: t`Add four of your photos: outside, inside, the worst flaw, you with the keys.`,
      },
      {
        id: 'banner',
        text: t`If the rules allow pictures, add a banner under your profile.`,
        pieces: ['banner-leaderboard', 'banner-rectangle'],
      },
      { id: 'return', text: t`Come back after a week and answer questions.` },
    ],
  },
  {
    id: 'street',
    title: t`Flyers, for the price of lunch`,
    why: t`People in the waiting rooms of repair shops, tire shops and car washes think about cars.`,
    steps: [
      { id: 'print', text: t`Print twenty flyers.`, pieces: ['flyer-letter', 'flyer-a4'] },
      {
        id: 'tear-off',
        text: t`Print five tear-off sheets, and cut along the dashed lines.`,
        pieces: ['tear-off-letter', 'tear-off-a4'],
      },
      { id: 'code', text: t`Keep the QR code on your phone for people who ask.`, pieces: ['qr-png'] },
      { id: 'ask', text: t`Ask before you put one up, and offer to take it down after a month.` },
      { id: 'places', text: t`Keep a list of where each one is.` },
      {
        id: 'repeat',
        text: t`After two weeks, see which channel brought sign-ups, and print more for it.`,
        tool: { section: 'results', label: t`Your results` },
      },
    ],
  },
]
