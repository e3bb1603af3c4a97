import { zodResolver } from '@hookform/resolvers/zod'
import { Registration } from '#contract/accounts.ts'

export default zodResolver(Registration)
