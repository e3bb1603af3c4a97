import type { TicketTopic } from '#contract/support/support-limits.ts'

/** `by`: who wrote it; `note` is an internal note of staff. `ago`: hours before now. */
type Line = { by: 'person' | 'olga' | 'rita' | 'aukje' | 'kofi'; ago: number; text: string; note?: true; close?: true }

export type Story = {
  /** One of the cast, or a visitor without an account. */
  from: string
  topic: TicketTopic
  subject: string
  about?: 'bought lot' | 'watched lot'
  priority?: 'low' | 'high' | 'urgent'
  assignee?: 'olga' | 'rita' | 'aukje' | 'kofi'
  /** Merged into the one before it. */
  isMerged?: true
  lines: [Line, ...Line[]]
}

export const VISITORS: Record<string, { name: string; email: string }> = {
  nora: { name: 'Nora Blake', email: 'nora.blake@example.com' },
  tom: { name: 'Tom Reyes', email: 'tom.reyes@example.com' },
}

export const STORIES: Story[] = [
  {
    from: 'ada',
    topic: 'vehicle',
    subject: 'Title for the car I picked up',
    about: 'bought lot',
    assignee: 'kofi',
    lines: [
      { by: 'person', ago: 50, text: 'I picked the car up this week. When will the title arrive?' },
      { by: 'kofi', ago: 47, text: 'Hi {{name}}, we mailed the title this morning, with tracking.' },
      { by: 'person', ago: 22, text: 'It’s here. Thank you!' },
      { by: 'kofi', ago: 21, text: 'Great. Enjoy the car, {{name}}.', close: true },
    ],
  },
  {
    from: 'nora',
    topic: 'other',
    subject: 'Shipping to Boise, Idaho',
    lines: [
      { by: 'person', ago: 9, text: 'Before I register: do you ship to Boise, and what would a pickup truck cost?' },
      {
        by: 'aukje',
        ago: 7,
        text: 'Hi {{name}}, yes. Enter ZIP code 83702 under “Shipping” on the lot’s page for an estimate. The carrier confirms the price and the date.',
      },
    ],
  },
  {
    from: 'veda',
    topic: 'verification',
    subject: 'Is my license readable?',
    assignee: 'rita',
    lines: [
      {
        by: 'person',
        ago: 4,
        text: 'I sent my driver’s license, but the photo was taken at night. Is it good enough?',
      },
    ],
  },
  {
    from: 'sven',
    topic: 'other',
    subject: 'Why can’t I bid anymore?',
    priority: 'urgent',
    assignee: 'olga',
    lines: [
      {
        by: 'person',
        ago: 3,
        text: 'My account says it’s suspended, and a car I want closes tomorrow. What do I need to do?',
      },
      {
        by: 'olga',
        ago: 2,
        text: 'Two unpaid invoices last spring. Kofi has the details; call before answering.',
        note: true,
      },
    ],
  },
  {
    from: 'dana',
    topic: 'payment',
    subject: 'Has my wire arrived?',
    priority: 'high',
    assignee: 'kofi',
    lines: [
      { by: 'person', ago: 30, text: 'My bank sent the wire two days ago. Can you see it yet?' },
      { by: 'kofi', ago: 27, text: 'Hi {{name}}, not yet. A wire can take two business days to post.' },
      { by: 'person', ago: 1, text: 'Still nothing? Should I ask my bank for a trace?' },
    ],
  },
  {
    from: 'elif',
    topic: 'lot',
    subject: 'Spare key',
    about: 'watched lot',
    lines: [{ by: 'person', ago: 6, text: 'Does this one come with a second key?' }],
  },
  {
    from: 'elif',
    topic: 'lot',
    subject: 'Second key?',
    about: 'watched lot',
    isMerged: true,
    lines: [{ by: 'person', ago: 5, text: 'I think my first message didn’t go through. Is there a second key?' }],
  },
  {
    from: 'tom',
    topic: 'other',
    subject: 'Selling three work vans',
    priority: 'low',
    lines: [
      {
        by: 'person',
        ago: 26,
        text: 'We’re replacing three 2017 vans. What do you charge sellers, and how soon could they run?',
      },
    ],
  },
]

export const CANNED: [title: string, text: string][] = [
  [
    'Pickup hours',
    'Hi {{name}},\n\nyou can pick up lot {{lot}} on weekdays until 5 p.m., once invoice {{invoice}} is paid. Bring a photo ID.\n\n{{staff}}',
  ],
  [
    'Document not readable',
    'Hi {{name}},\n\nwe couldn’t read your document. Take the photo in daylight, with all four corners visible, and send it again from your profile.\n\n{{staff}}, {{company}}',
  ],
  [
    'We’re looking into it',
    'Hi {{name}},\n\nthanks for writing. We’re checking this and will reply within one business day. You can follow your message {{reference}} here: {{link}}\n\n{{staff}}',
  ],
]
