export default function PortfolioRoute() {
  return <h1 className="text-4xl">My Portfolio</h1>
}
