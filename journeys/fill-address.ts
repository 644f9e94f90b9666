import type { Scope, StoryLocator } from './engines/story-page.ts'

/** Fills in the first address on the checkout page, and waits until the order goes there. */
export async function fillFirstAddress<Found extends StoryLocator<Found>>(
  page: Scope<Found>,
  {
    country = 'Germany',
    street = '1 Workshop Lane',
    postalCode = '12345',
    city = 'Torque',
    region,
    phone = '5550100',
    take,
  }: {
    country?: string
    street?: string
    postalCode?: string
    city?: string
    region?: string
    phone?: string
    take?: () => Promise<void>
  } = {},
): Promise<void> {
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await delivery.getByRole('combobox', { name: 'Country' }).selectOption(country)
  await delivery.getByRole('textbox', { name: 'Street and number' }).fill(street)
  await delivery.getByRole('textbox', { name: /^(Postal|ZIP) code/ }).fill(postalCode)
  await delivery.getByRole('textbox', { name: 'City' }).fill(city)
  if (region) await delivery.getByRole('combobox', { name: 'State' }).selectOption(region)
  await delivery.getByRole('textbox', { name: 'Phone Number' }).fill(phone)
  await (take ? take() : delivery.getByRole('button', { name: 'Deliver to this address' }).click())
  await delivery.getByText(street).waitFor()
}
