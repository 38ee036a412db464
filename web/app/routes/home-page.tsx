const HomePage = () => <p>home</p>;
export default HomePage;
