import { Profile } from '#web/accounts/profile.tsx'

/** `/profile`: the account's own parts, and those that later rooms add. */
export default function ProfileScreen() {
  return <Profile more={[]} />
}
