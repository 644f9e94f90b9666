import { enDashboard } from '#web/i18n/en-dashboard.ts'
import { addEnglish } from '#web/i18n/messages.ts'

addEnglish(enDashboard)
