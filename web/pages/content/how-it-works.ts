import { figuresOf } from './figures.ts'
import type { Copy } from './section.ts'

export const howItWorks: Copy = (terms) => {
  const { membershipFee, refundDays, window, extension, liveStart, liveExtension, paymentDays } = figuresOf(terms)
  return [
    {
      id: 'join',
      heading: 'Join',
      paragraphs: [
        'Register with your name, email address and phone number. We give you a paddle: the number other bidders know you by. They never see your name.',
        `The membership fee is ${membershipFee}, paid once. It shows that everyone who bids means it. We refund it within ${refundDays} of paying, as long as you haven’t placed a bid.`,
      ],
    },
    {
      id: 'verify',
      heading: 'Confirm who you are',
      paragraphs: [
        'Send a photo of your passport, driver’s license or national ID card. Our team checks it. The page updates by itself when we’ve decided, and if we can’t read the picture, we tell you what’s wrong with it.',
        'Your document is stored encrypted. Only the people who check it can open it, and we record every time they do.',
      ],
    },
    {
      id: 'look',
      heading: 'Look closely',
      paragraphs: [
        'Every lot shows its photos in the same order, its known flaws and highlights, the odometer reading and whether it’s actual, the title, the keys, whether the car runs and drives, and when it was inspected. If nobody has inspected it, the lot says so: its condition is then described by the seller alone.',
        'Flaws are as easy to find as highlights. If something you need to know is missing, ask before you bid.',
      ],
    },
    {
      id: 'bid',
      heading: 'Bid, or let us bid for you',
      paragraphs: [
        'The button shows the next bid, with its total cost beside it. Press it and you know within a moment whether you lead.',
        'Or set an auto-bid: the most you’d pay, which only you can see. We then bid for you, one increment at a time and never more than needed to keep you in the lead.',
      ],
    },
    {
      id: 'close',
      heading: 'No sniping',
      paragraphs: [
        `In a timed auction, each lot has its own closing time. A bid in the last ${window} moves the close to ${extension} after that bid, so anyone who is outbid has time to respond. The countdown runs on our clock, not your phone’s.`,
        `In a live auction, lots are sold one after another. Each lot starts with ${liveStart}, and every accepted bid leaves at least ${liveExtension} on the clock.`,
      ],
    },
    {
      id: 'win',
      heading: 'Win, pay, pick up',
      paragraphs: [
        `If you win, we send the invoice immediately: hammer price, buyer’s premium, fixed fees and tax, line by line, and equal to the total you saw when you bid. It’s due in ${paymentDays}.`,
        'Once it’s paid, we release the vehicle to you or your carrier at the location shown on the lot.',
      ],
    },
    {
      id: 'check',
      heading: 'Check any result',
      paragraphs: [
        'We keep every bid on a lot in order, each record sealed to the one before it. After the close, the whole history is open: who led under which paddle, at what price, when and why. A record changed afterwards would no longer match the records around it.',
        'We never bid for a seller.',
      ],
    },
  ]
}
