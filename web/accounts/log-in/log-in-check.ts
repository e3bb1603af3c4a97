import { zodResolver } from '@hookform/resolvers/zod'
import { LogIn } from '#contract/accounts/accounts.ts'

export default zodResolver(LogIn)
