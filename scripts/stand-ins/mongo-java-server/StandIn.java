import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.List;

/** mongo-java-server in memory on a free port of the loopback interface. Prints its URL, then serves until it is ended. */
public class StandIn {
  /** Its own versions speak a wire version that today's driver refuses; the commands the service uses are the same. */
  private static final class Version implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(4, 4, 0);
    }

    @Override
    public int getWireVersion() {
      return 9;
    }
  }

  private static final class Backend extends MemoryBackend {
    /**
     * One command at a time, and answers copied before the next: its own findAndModify loses updates, and answers with the
     * live document. It knows the greeting by its former name only.
     */
    @Override
    public synchronized Document handleCommand(Channel channel, String database, String command, Document query) {
      var answer = super.handleCommand(channel, database, command.equals("hello") ? "isMaster" : command, query);
      return answer == null ? null : answer.cloneDeeply();
    }
  }

  public static void main(String[] arguments) {
    var server = new MongoServer(new Backend().version(new Version()));
    server.bind("127.0.0.1", 0);
    System.out.println("mongodb://127.0.0.1:" + server.getLocalAddress().getPort() + "/");
  }
}
