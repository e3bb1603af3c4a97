import type { Lot } from '#contract/lots.ts'
import { LotDocuments } from './document-list.tsx'
import { LotQuestions } from './lot-questions.tsx'
import { LotShipping } from './lot-shipping.tsx'

/** What stands further down the page of a lot and is asked for when it comes into sight. */
export default function LotMore({ lot }: { lot: Lot }) {
  return (
    <>
      <LotDocuments lotId={lot.id} />
      <LotShipping vehicle={lot.vehicle} />
      <LotQuestions lotId={lot.id} />
    </>
  )
}
