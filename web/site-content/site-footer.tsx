export function SiteFooter() {
  return <footer className="no-print bg-neutral text-neutral-content" />
}
