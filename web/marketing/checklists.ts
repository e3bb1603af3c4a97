export type Checklist = { id: string; title: string; why: string; steps: { id: string; text: string }[] }

/** What a member can do for little money, ordered by effort. */
export const CHECKLISTS: Checklist[] = [
  {
    id: 'afternoon',
    title: 'One afternoon, no money',
    why: 'People trust someone they know. Start with friends who would ask you anyway.',
    steps: [
      { id: 'three-people', text: 'Write to three people who need a car, each by name.' },
      { id: 'signature', text: 'Add the line from the marketing tools to your email signature.' },
      { id: 'status', text: 'Share one lot you like, and say why in a sentence.' },
      { id: 'answer', text: 'Answer every question the same day.' },
    ],
  },
  {
    id: 'club',
    title: 'A month with your club or forum',
    why: 'One honest story about a purchase convinces more than ten recommendations.',
    steps: [
      { id: 'rules', text: 'Read the forum’s rules about links. If they’re unclear, ask a moderator.' },
      { id: 'story', text: 'Tell how you bought one car: what the report said, what you found and the total cost.' },
      {
        id: 'photos',
        text: 'Add four of your photos: outside, inside, the worst flaw, you with the keys.',
      },
      { id: 'return', text: 'Come back after a week and answer questions.' },
    ],
  },
  {
    id: 'street',
    title: 'Flyers, for the price of lunch',
    why: 'People in the waiting rooms of repair shops, tire shops and car washes think about cars.',
    steps: [
      { id: 'print', text: 'Print twenty flyers with the short post and your link in large type.' },
      { id: 'ask', text: 'Ask before you put one up, and offer to take it down after a month.' },
      { id: 'places', text: 'Keep a list of where each one is.' },
      { id: 'repeat', text: 'Ask new members where they saw it, and print more for the places that worked.' },
    ],
  },
]
