import type { Extensions } from './platform/extensions.ts'

/** Every extension point, empty: features fill them while they are set up. */
export function newExtensions(): Extensions {
  return {
    personalData: new Map(),
    closingChecks: [],
    suspensionChecks: [],
    signedOut: [],
    merges: [],
    draftChecks: [],
    sellerLinkMoves: [],
    handOvers: [],
    feeClosedWhen: [],
    feeStaysWhen: [],
    payables: new Map(),
    outgoingClaims: [],
    checklist: new Map(),
    watching: [],
    overdue: [],
    paidSales: [],
    collectedSales: [],
    heldSales: [],
    timeline: [],
    lotOpened: [],
    editableTexts: new Map(),
  }
}
