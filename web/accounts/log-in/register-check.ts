import { zodResolver } from '@hookform/resolvers/zod'
import { Registration } from '#contract/accounts/accounts.ts'

export default zodResolver(Registration)
