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
        `We refund the full ${membershipFee} if you ask within ${refundDays} of paying and haven’t placed a bid. You don’t need a reason. We also refund it if we refuse your identity document for good.`,
        'Once you’ve placed a bid, the fee isn’t refundable, whether you win or not.',
      ],
    },
    {
      id: 'vehicle',
      heading: 'A vehicle you won',
      paragraphs: [
        'A winning bid is a contract, and a change of mind doesn’t cancel it. It can be canceled when the vehicle isn’t as described: another identity, another title, an odometer reading wrongly called actual, or a serious flaw that we knew of and didn’t list.',
        'Tell us within 3 business days of picking it up, with photos, and leave the vehicle as it is. If you’re right, we cancel the sale and refund the hammer price, premium, fees and tax, and the cost of transport.',
      ],
    },
    {
      id: 'withdrawn',
      heading: 'A withdrawn lot',
      paragraphs: [
        'If a lot is withdrawn, every bid on it ends and costs nothing. If you’ve already paid, we refund everything.',
      ],
    },
    {
      id: 'ask',
      heading: 'How to ask',
      paragraphs: [
        `Write to ${contact.email || 'us through the contact page,'} from your account’s email address with your paddle, and for a vehicle the lot number and what’s wrong. We answer within two business days. We refund your original payment method within five business days of the decision.`,
      ],
    },
  ]
}
