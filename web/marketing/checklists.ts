export type Checklist = { id: string; title: string; why: string; steps: { id: string; text: string }[] }

/** What a member can do for little money, in the order of effort. */
export const CHECKLISTS: Checklist[] = [
  {
    id: 'afternoon',
    title: 'One afternoon, no money',
    why: 'People buy cars on the word of somebody they know. Begin with those who would ask you anyway.',
    steps: [
      { id: 'three-people', text: 'Write to three people who have spoken of needing a car, each by name.' },
      { id: 'signature', text: 'Put the line from the marketing tools under your mails.' },
      { id: 'status', text: 'Share one lot that you find remarkable, and say in a sentence why.' },
      { id: 'answer', text: 'Answer every question that comes back the same day.' },
    ],
  },
  {
    id: 'club',
    title: 'A month with your club or forum',
    why: 'A story of one purchase, with its faults, convinces more than ten recommendations.',
    steps: [
      { id: 'rules', text: 'Read the rules of the forum about links, and ask a moderator where they are unclear.' },
      { id: 'story', text: 'Tell how you bought one car: what the report said, what you found, what it cost in all.' },
      {
        id: 'photographs',
        text: 'Add four photographs of your own: outside, inside, the worst flaw, you with the keys.',
      },
      { id: 'return', text: 'Come back after a week and answer what was asked.' },
    ],
  },
  {
    id: 'street',
    title: 'Paper, for the price of a lunch',
    why: 'Workshops, tyre dealers and car washes have waiting rooms, and people in them think about cars.',
    steps: [
      { id: 'print', text: 'Print twenty sheets with the short post and your link in large letters.' },
      { id: 'ask', text: 'Ask before you pin one up, and offer to take it down after a month.' },
      { id: 'places', text: 'Note where each one hangs.' },
      { id: 'repeat', text: 'Ask new members where they saw it, and print again for the places that worked.' },
    ],
  },
]
