import { t } from '#web/platform/language/text.ts'
import { Profile } from '#web/accounts/profile/profile.tsx'
import { SavedSearches } from '#web/catalog/saved-searches.tsx'
import { NewsletterSwitch } from '#web/marketing/newsletter/newsletter-switch.tsx'
import { NotificationChoices } from '#web/notifications/notification-choices.tsx'
import { OwnTickets } from '#web/support/own-tickets.tsx'

/** `/profile`: the account's own sections, and those that later features add. */
export default function ProfileScreen() {
  return (
    <Profile
      more={[
        { id: 'saved-searches', name: t`Saved searches`, content: <SavedSearches /> },
        { id: 'notifications', name: t`Notifications`, content: <NotificationChoices /> },
        { id: 'newsletter', name: t`Newsletter`, content: <NewsletterSwitch /> },
        { id: 'messages', name: t`Messages`, content: <OwnTickets /> },
      ]}
    />
  )
}
