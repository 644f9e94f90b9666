type Text = string | RegExp

/**
 * Names what the main stories use of Playwright's pages and locators. Playwright drives no WebKit of Debian, so `WebKitPage` has the same
 * few calls over WebDriver.
 */
export interface Scope<Found> {
  getByRole: (role: Role, options?: { name?: Text; exact?: boolean }) => Found
  getByText: (text: Text, options?: { exact?: boolean }) => Found
  getByLabel: (text: Text, options?: { exact?: boolean }) => Found
}

export interface StoryPage<Found extends StoryLocator<Found>> extends Scope<Found> {
  goto(address: string): Promise<unknown>
  waitForURL(address: RegExp): Promise<unknown>
  setViewportSize(size: { width: number; height: number }): Promise<unknown>
  frameLocator(selector: string): Scope<Found>
}

export interface StoryLocator<Found> extends Scope<Found> {
  filter(options: { hasText: string }): Found
  first(): Found
  frameLocator(selector: string): Scope<Found>
  /** Waits until it is visible. */
  waitFor(): Promise<unknown>
  click(): Promise<unknown>
  fill(value: string): Promise<unknown>
  press(key: 'Enter'): Promise<unknown>
  selectOption(label: string): Promise<unknown>
  innerText(): Promise<string>
}

type Role =
  | 'button'
  | 'combobox'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'region'
  | 'row'
  | 'searchbox'
  | 'spinbutton'
  | 'textbox'
  | 'checkbox'
