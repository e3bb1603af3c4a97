import { figuresOf } from './figures.ts'
import type { Copy } from './section.ts'

export const howItWorks: Copy = (terms) => {
  const { membershipFee, refundDays, window, extension, liveStart, liveExtension, paymentDays } = figuresOf(terms)
  return [
    {
      id: 'join',
      heading: 'Join the house',
      paragraphs: [
        'Register with your name, your email address and a telephone number. You are given a paddle: the number under which the room knows you. Nobody but the house learns your name.',
        `The membership fee is ${membershipFee}, paid once. It is there so that everyone who bids means it. You get it back within ${refundDays} of paying, as long as you have not placed a bid.`,
      ],
    },
    {
      id: 'verify',
      heading: 'Show who you are',
      paragraphs: [
        'Send a photograph of your passport, driving licence or national card. A person of ours looks at it. The page you wait on changes by itself when the decision is there, and if we cannot read the picture we say what is wrong with it.',
        'Your document is stored encrypted, can be opened only by the people who check it, and each time it is opened is written down.',
      ],
    },
    {
      id: 'look',
      heading: 'Look closely',
      paragraphs: [
        'Every lot shows its photos in the same order, its known flaws and highlights, the odometer reading and whether it is the actual one, the title, the keys, whether the car runs and drives, and when it was inspected. If nobody has inspected it, the lot says so: the condition is then the seller’s word.',
        'What is wrong with a car stands as plainly as what is right with it. If something you need to know is missing, ask before you bid.',
      ],
    },
    {
      id: 'bid',
      heading: 'Bid, or let the house bid for you',
      paragraphs: [
        'The next bid stands on the button, with everything it would cost you in total beside it. Press it and you know within a moment whether you lead.',
        'Or set an auto-bid: the most you would pay, which only you can see. The house then bids for you, one step at a time and never more than is needed to keep you in front.',
      ],
    },
    {
      id: 'close',
      heading: 'The close cannot be sniped',
      paragraphs: [
        `In a timed sale each lot has its own closing time. A bid in the last ${window} moves the close to ${extension} after that bid, so that whoever is outbid has time to answer. The countdown runs on our clock, not on your telephone’s.`,
        `In a live sale the lots come up one after another. A lot starts with ${liveStart}, and each accepted bid leaves at least ${liveExtension} on the clock.`,
      ],
    },
    {
      id: 'win',
      heading: 'Win, pay, collect',
      paragraphs: [
        `If you win, the invoice is made at once: the hammer price, the buyer’s premium, the fixed fees and the tax, line by line, and equal to the total you saw when you bid. It is due in ${paymentDays}.`,
        'When it is paid, the vehicle is released to you or to the carrier you name, at the place shown on the lot.',
      ],
    },
    {
      id: 'check',
      heading: 'Check us',
      paragraphs: [
        'Every bid of a lot is kept in order, each record sealed to the one before it. After the close the whole history is open: who led under which paddle, at what price, when and why. A record that was changed afterwards would no longer fit its neighbours.',
        'The house never bids for a seller.',
      ],
    },
  ]
}
