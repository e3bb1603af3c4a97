/**
 * The cause in the ledger of a void by which a high bidder withdrew after a material correction. Apart from the endpoints, so that the lot
 * page reads the history without the library that describes them.
 */
export const FACTS_CORRECTED = 'facts corrected'
