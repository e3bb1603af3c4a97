import { useCompanyTerms } from '../platform/company-terms.ts'
import { rewardWords } from './reward-words.ts'

/** What a referral earns today; nothing until the terms are known. */
export function RewardLine() {
  const terms = useCompanyTerms()
  return terms === undefined ? null : <p className="mt-3">{rewardWords(terms)}</p>
}
