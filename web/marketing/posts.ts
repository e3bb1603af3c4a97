export type Post = { id: string; title: string; use: string; text: string }

/** Ready texts with the member's link in them. */
export function postsFor(link: string): Post[] {
  return [
    {
      id: 'message',
      title: 'A message to a friend',
      use: 'For a friend who is looking for a car.',
      text: `You were looking for a car. I bid at Paddock: every car has its faults listed, and the total with all fees stands beside the bid before you send it. Have a look, and ask me if something is unclear: ${link}`,
    },
    {
      id: 'short',
      title: 'A short post',
      use: 'For networks with little room.',
      text: `Car auctions where the fees are on the table before you bid, and nobody wins by clicking in the last second. ${link}`,
    },
    {
      id: 'long',
      title: 'A longer post',
      use: 'For a club forum or a group. Add the car you have bought.',
      text: `I have been buying at Paddock, an online vehicle auction. Three things I like: the known flaws of every car are a list of their own; the total cost is shown beside each bid; and a bid in the last minutes gives everybody time to answer. After a sale the whole bid history can be checked. Have a look: ${link}`,
    },
    {
      id: 'signature',
      title: 'A line for your mails',
      use: 'Under your name.',
      text: `I buy my cars at Paddock: ${link}`,
    },
  ]
}
