import type { Lot } from '#contract/lots/lots.ts'
import { LotDocuments } from './document-list.tsx'
import { LotQuestions } from './lot-questions.tsx'
import { LotShipping } from './lot-shipping.tsx'

/** The lower parts of a lot page, loaded when they come into view. */
export default function LotMore({ lot }: { lot: Lot }) {
  return (
    <>
      <LotDocuments lotId={lot.id} />
      <LotShipping vehicle={lot.vehicle} />
      <LotQuestions lotId={lot.id} />
    </>
  )
}
