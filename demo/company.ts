import type { HouseTerms } from '#contract/auctions.ts'
import type { House } from '#server/platform/house.ts'
import { termsChanged } from '#server/platform/settings.ts'

/** The invented company of the demo, as settings: outside the demo nothing is invented. */
const COMPANY: Pick<HouseTerms, 'legal' | 'contact' | 'director'> = {
  legal: {
    name: 'Paddock Auctions LLC',
    taxId: 'Tax ID 12-3456789',
    registration: 'Springfield motor vehicle auction license 4417',
  },
  contact: { email: 'office@paddock.example', phone: '+1 555 0142', address: '12 Saddler’s Yard, Springfield' },
  director: {
    name: 'Olga Marin',
    office: 'Director',
    letter: [
      'I grew up in my father’s repair shop and spent the first ten years of my working life buying for a dealer, two days a week. I bought cars I was proud of, and one whose transmission had been filled with sawdust.',
      'What I remember about the second car isn’t the money. It’s that three people in the room knew.',
      'An auction is the fairest way to find a price if everyone knows the same things and has the same time. So when we decide how something should work here, we ask who would know less and who would have less time.',
      'You can hold me to three things. The total you see when you bid is the total on the invoice. A flaw that we knew about is a flaw you could read about. If we make a mistake in a sale, you hear it from us first.',
    ].join('\n\n'),
  },
}

/** Sets what of the company is not set yet; what somebody has changed stays. */
export async function enterCompany(house: House): Promise<void> {
  for (const [key, value] of Object.entries(COMPANY)) {
    await house.pool.query('insert into setting (key, value) values ($1, $2) on conflict (key) do nothing', [
      key,
      JSON.stringify(value),
    ])
  }
  termsChanged(house)
}
