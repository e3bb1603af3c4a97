/** What reviewers usually say about a document, as sentences to the person, who reads them in their own language. */
export const USUAL_REASONS = {
  blurred: 'The photo is blurry. Please take it again in good light.',
  'cut-off': 'A corner of the document is cut off. Please show all four corners.',
  glare: 'Glare covers some of the text. Please take the photo again without flash.',
  'wrong-side': 'One side is missing or shown twice. Please send the front and the back.',
  expired: 'The document has expired. Please send a valid one.',
  'other-name': 'The name doesn’t match your account. Please send a document in your name, or contact support.',
  'not-accepted': 'This isn’t a passport, driver’s license or national ID card. Please send one of these.',
  'not-genuine': 'We couldn’t confirm that this document is genuine.',
} as const
