import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { LogIn } from '#contract/accounts/account-inputs.ts'

export default zodResolver(LogIn)
