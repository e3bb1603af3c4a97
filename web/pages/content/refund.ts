import { figuresOf } from './figures.ts'
import type { Copy } from './section.ts'

export const refundPolicy: Copy = (terms) => {
  const { membershipFee, refundDays } = figuresOf(terms)
  const { contact } = terms
  return [
    {
      id: 'membership',
      heading: 'The membership fee',
      paragraphs: [
        `You get the ${membershipFee} back, all of it, if you ask within ${refundDays} of paying and have not placed a bid. You need give no reason. If we refuse your identity document for good, you get it back as well.`,
        'Once you have placed a bid the fee has done its work and stays with the house, whether you win or not.',
      ],
    },
    {
      id: 'vehicle',
      heading: 'A vehicle you have won',
      paragraphs: [
        'A winning bid is a contract, and changing one’s mind does not undo it. It is undone when the vehicle is not what was described: another identity, another title, an odometer reading called actual that is not, or a serious flaw that we knew of and did not list.',
        'Tell us within 3 business days of collecting, with photographs, and leave the vehicle as it is. If you are right we take the sale back: hammer price, premium, fees and tax, and the cost of the carriage.',
      ],
    },
    {
      id: 'withdrawn',
      heading: 'A lot that is withdrawn',
      paragraphs: [
        'If a lot is withdrawn, every bid on it ends and costs nothing. If it was already paid, you get everything back.',
      ],
    },
    {
      id: 'ask',
      heading: 'How to ask',
      paragraphs: [
        `Write to ${contact.email || 'us through the contact page,'} from the address of your account with your paddle, and for a vehicle the lot number and what is wrong. We answer within two business days. Money goes back the way it came, within five business days of the decision.`,
      ],
    },
  ]
}
