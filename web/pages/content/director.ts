import type { Section } from './section.ts'

export const DIRECTOR = { name: 'Olga Marin', office: 'Director' }

export const directorsLetter: Section[] = [
  {
    id: 'beginning',
    heading: 'Where I come from',
    paragraphs: [
      'I grew up in my father’s repair shop and spent the first ten years of my working life buying for a dealer, at the ring, two days a week. I have bought cars I was proud of, and one whose gearbox had been filled with sawdust.',
      'What I remember of the second car is not the money. It is that three people in the room had known.',
    ],
  },
  {
    id: 'belief',
    heading: 'What I believe about auctions',
    paragraphs: [
      'An auction is the fairest way to find a price, if everyone in the room knows the same things and has the same time. Most of what is wrong with auctions is a departure from one of the two. So when we decide how something should work here, we ask who would know less and who would have less time.',
    ],
  },
  {
    id: 'promise',
    heading: 'What you can hold me to',
    paragraphs: ['Three things, and I answer for them myself.'],
    points: [
      'The total you see when you bid is the total on the invoice.',
      'A flaw that we knew of is a flaw that you could read about.',
      'If we make a mistake in a sale, you hear of it from us first.',
    ],
  },
]
