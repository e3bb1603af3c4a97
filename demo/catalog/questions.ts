/** What questions and their answers depend on: the facts of the vehicle they are about. */
export type AskedFacts = {
  make: string
  model: string
  body: string
  keys: string | null
  runState: string | null
  titleBrand: string | null
  highlights: readonly string[]
  flaws: readonly string[]
  equipment: readonly string[]
  isInspected: boolean
}

/** Answer null: not answered yet. */
export type Asked = [question: string, answer: string | null]

/**
 * A question that a strength or a flaw of this very vehicle answers; of every body or model of the make unless it names one. `otherwise`:
 * the answer without it; absent: nobody asks.
 */
type AboutTrait = {
  make: string
  body?: string
  model?: string
  ask: string
  trait: string
  yes: string
  otherwise?: string
}

const ABOUT_TRAITS: AboutTrait[] = [
  {
    make: 'Rhine',
    model: 'Ace',
    ask: 'Has the timing belt been changed?',
    trait: 'Timing belt and water pump replaced',
    yes: 'Yes. The invoice for the belt and the water pump is in the service records.',
    otherwise: 'We have no record of it, so plan on doing it.',
  },
  {
    make: 'Kiri',
    model: 'Urban',
    ask: 'How full is the particulate filter?',
    trait: 'Diesel particulate filter 82% full',
    yes: '82% by our scan. A long drive usually clears it.',
    otherwise: 'Our scan shows nothing unusual.',
  },
  {
    make: 'Tozzo',
    model: 'GT',
    ask: 'Is the engine stock?',
    trait: 'Unmodified engine',
    yes: 'Yes, and the compression is even on all six cylinders.',
    otherwise: 'We see no changes to it, but we didn’t take anything apart.',
  },
  {
    make: 'Trinity',
    model: 'CT',
    ask: 'Does the V6 have a timing belt or a chain?',
    trait: 'Cooling system replaced',
    yes: 'Chains, so there’s no belt to change. The cooling system was replaced last year.',
    otherwise: 'Chains, so there’s no belt to change.',
  },
  {
    make: 'Carter',
    model: 'V8',
    ask: 'Is there proof of the head stud repair?',
    trait: 'Head studs replaced',
    yes: 'Yes, the specialist’s invoice comes with the car.',
    otherwise: 'No. We have no paperwork for the cylinder heads.',
  },
  {
    make: 'Kiri',
    model: 'Compact',
    ask: 'Was the CVT fluid ever changed?',
    trait: 'Transmission fluid changed twice',
    yes: 'Twice, by the fleet’s shop. Both entries are in the records.',
    otherwise: 'The records we have don’t mention it.',
  },
  {
    make: 'Shvan',
    body: 'van',
    ask: 'How is the floor under the lining?',
    trait: 'Floor under the lining has surface rust',
    yes: 'Surface rust, no holes. We lifted the lining at both ends.',
    otherwise: 'Sound where we lifted the lining.',
  },
  {
    make: 'Shvan',
    body: 'minibus',
    ask: 'Is the conversion on the title?',
    trait: 'Bed and blinds complete',
    yes: 'Yes, with seven seats. Bed and blinds are complete.',
    otherwise: 'Yes, the title shows the conversion and seven seats.',
  },
  {
    make: 'Conquer',
    model: 'Pickup',
    ask: 'Any rust on the frame?',
    trait: 'Frame straight, crossmembers sound',
    yes: 'We checked it end to end: straight and sound.',
    otherwise: 'Surface rust only where we could reach.',
  },
  {
    make: 'Lightbody',
    model: 'MD Flatbed',
    ask: 'Is the load in the pictures included?',
    trait: 'Payload plate present',
    yes: 'No, it stays with the seller. The payload plate says 2,980 lb.',
    otherwise: 'No, it stays with the seller.',
  },
  {
    make: 'Lightbody',
    model: 'MD Tow Truck',
    ask: 'How old is the winch cable?',
    trait: 'Winch cable replaced last year',
    yes: 'One year: it was replaced last year.',
    otherwise: 'We don’t know. Have it checked before you lift anything.',
  },
  {
    make: 'LCT',
    model: '3000',
    ask: 'Does the box leak?',
    trait: 'Box passed the water test',
    yes: 'No, it passed our water test.',
    otherwise: 'We saw no stains inside, but we didn’t test it with water.',
  },
  {
    make: 'Citoline',
    model: 'Transit bus',
    ask: 'Why did the city sell it?',
    trait: 'Transmission rebuilt',
    yes: 'It was retired on schedule. The transmission was rebuilt before that; the work order is included.',
    otherwise: 'It was retired on schedule, not because of a breakdown.',
  },
  {
    make: 'Squire',
    model: 'Counterbalance forklift',
    ask: 'How are the mast chains?',
    trait: 'Mast chains measured',
    yes: 'We measured them, and they’re within tolerance.',
    otherwise: 'No cracked links that we saw. Have them measured before use.',
  },
  {
    make: 'Illinois',
    model: 'Taxi',
    ask: 'Does the roof sign still work?',
    trait: 'Roof sign lights up',
    yes: 'It lights up, and so does the meter.',
    otherwise: 'It’s there, but we didn’t connect it.',
  },
  {
    make: 'Fairheaven',
    model: 'SW',
    ask: 'Is the third row complete?',
    trait: 'Third row complete',
    yes: 'Yes, with all its seat belts.',
    otherwise: 'The seats are there. We didn’t check the belts.',
  },
  {
    make: 'Stinger',
    model: 'Mk I',
    ask: 'Was the intermediate shaft bearing done?',
    trait: 'Intermediate shaft bearing replaced',
    yes: 'Yes, and the invoice is in the records.',
    otherwise: 'There’s no record of it.',
  },
  {
    make: 'Stinger',
    model: 'Roadster',
    ask: 'Is the tub straight?',
    trait: 'Bonded aluminum tub straight',
    yes: 'Yes, with no signs of repair.',
    otherwise: 'We saw nothing bent, but we didn’t measure it.',
  },
  {
    make: 'Phoenix',
    model: '455',
    ask: 'Do the numbers match?',
    trait: 'numbers match the build sheet',
    yes: 'Engine, transmission and rear axle match the build sheet. Rubbings of all three are included.',
    otherwise: 'We have no build sheet, so we can’t say.',
  },
  {
    make: 'Bokaroo',
    model: 'Wagon',
    ask: 'Are the rear arches uncut?',
    trait: 'Uncut rear wheel arches',
    yes: 'Yes, both are original.',
    otherwise: 'They were opened up at some point, as on most of them.',
  },
  {
    make: 'Cruiser',
    model: 'Heritage',
    ask: 'Was it ever dropped?',
    trait: 'no signs of a fall',
    yes: 'Nothing says so: levers and mirrors are straight.',
    otherwise: 'We saw no damage from a fall.',
  },
]

/** Questions about the running state and the title, which every kind of vehicle gets. */
function aboutState({ keys, runState, titleBrand, body }: AskedFacts): Asked[] {
  const all: Asked[] = []
  if (keys === 'none') all.push(['Is there a spare key?', 'No, only the one that the locksmith made.'])
  else if (keys === 'present' && body !== 'equipment')
    all.push(['How many keys are there?', 'Two, and both work in every lock.'])
  if (runState === 'starts')
    all.push(['What keeps it from moving?', 'We don’t know: it starts and idles, and we didn’t look for the cause.'])
  if (runState === 'turns')
    all.push(['When did it last run?', 'Before it was stored. We deliberately didn’t start it.'])
  if (runState === 'drives' && body !== 'equipment')
    all.push(['Can I drive it home?', 'It drives, but you need your own plates and insurance, and the invoice paid.'])
  if (titleBrand === 'rebuilt')
    all.push(['Are there photos from before the repair?', 'Yes, they’re with the documents.'])
  if (titleBrand === 'theft-recovery')
    all.push(['Is the theft closed?', 'Yes. The police released it, and the insurer’s documents are included.'])
  return all
}

/** What bidders ask about a vehicle, with answers that agree with its facts. Without an inspection we promise nothing. */
export function questionsAbout(facts: AskedFacts): Asked[] {
  if (!facts.isInspected) return [['Why wasn’t it inspected?', 'It arrived too late. The photos show what we know.']]
  const traits = [...facts.highlights, ...facts.flaws]
  const own = ABOUT_TRAITS.filter(
    ({ make, model = facts.model, body = facts.body }) =>
      make === facts.make && model === facts.model && body === facts.body,
  )
  const answered = own.flatMap(({ ask, trait, yes, otherwise }): Asked[] => {
    if (traits.some((text) => text.includes(trait))) return [[ask, yes]]
    return otherwise === undefined ? [] : [[ask, otherwise]]
  })
  return [...answered, ...aboutState(facts)]
}

/** Waits for an answer: nothing in the report says it. */
export function openQuestionAbout({ equipment, runState, body }: AskedFacts): string {
  if (runState === 'drives' && equipment.some((item) => /air conditioning|climate control/i.test(item)))
    return 'Does the air conditioning blow cold? My number is 312 555 0142.'
  return body === 'equipment' ? 'When was it last serviced?' : 'When was the oil changed last?'
}
