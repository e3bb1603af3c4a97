import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { Registration } from '#contract/accounts/account-inputs.ts'

export default zodResolver(Registration)
