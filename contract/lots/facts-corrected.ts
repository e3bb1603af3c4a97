/**
 * The cause in the ledger of a void by which a high bidder withdrew after a material correction. Separate from the endpoints, so that the lot
 * page can read the history without loading the schema library.
 */
export const FACTS_CORRECTED = 'facts corrected'
