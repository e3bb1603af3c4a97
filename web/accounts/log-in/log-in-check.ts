import { zodResolver } from '@hookform/resolvers/zod'
import { LogIn } from '#contract/accounts.ts'

export default zodResolver(LogIn)
